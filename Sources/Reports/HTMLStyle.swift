/// The look of HTML reports, written into each page.
enum HTMLStyle {
  /// System fonts and system colours; `tabular-nums` keeps the digits of a column under each other.
  static let sheet = """
    :root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --line: #d5dae2;
      --soft: #5c6675; --bar: #9dbbe8; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e4e8ee; --paper: #14181e; --line: #333b47; --soft: #9aa5b4; --bar: #35558a; }
    }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap; }
    th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line);
      text-align: left; font-weight: normal; vertical-align: baseline; }
    thead th { color: var(--soft); vertical-align: bottom; }
    th.figure, td.figure { text-align: right; white-space: nowrap; }
    tfoot th, tfoot td { font-weight: 600; border-bottom: 0; border-top: 2px solid var(--ink); }
    .bar { width: 6rem; height: .6rem; fill: var(--bar); }
    .notes { padding-left: 1.2rem; }
    footer { margin-top: 2.5rem; color: var(--soft); font-size: .875rem; }
    footer p { margin: .2rem 0; }
    @media print {
      main { max-width: none; padding: 0; } .scroll { overflow: visible; }
      section, tr { break-inside: avoid; } thead { display: table-header-group; }
    }
    """
}
