import Reports
import Testing

/// The same small report in every format, as a reader would write it down.
struct RendererTests {
  @Test func `a table is aligned, with notes and scope under it`() throws {
    let expected = """
      model    requests  cost USD
      ───────  ────────  ────────
      flash       1,204     12.35
      a|b "c"         7     <0.01
      –              40         –
      ───────  ────────  ────────
      total       1,251     12.35

      unpriced: 40 requests name no model

      2026-11-01 to 2026-11-30 (UTC) · USD at the prices of the time · price book 2026-11-30 (3f2a9c1b)
      1,251 requests · all priced · 2 duplicates left out · none incomplete or quarantined

      """
    #expect(render(try Fixture.small(), as: .table) == expected)
  }

  @Test func `Markdown escapes what would end a cell, and is aligned too`() throws {
    let expected = """
      # An example

      | model     |  requests |  cost USD |
      | --------- | --------: | --------: |
      | flash     |     1,204 |     12.35 |
      | a\\|b "c"  |         7 |     <0.01 |
      | –         |        40 |         – |
      | **total** | **1,251** | **12.35** |

      - unpriced: 40 requests name no model

      2026-11-01 to 2026-11-30 (UTC) · USD at the prices of the time · price book 2026-11-30 (3f2a9c1b)

      1,251 requests · all priced · 2 duplicates left out · none incomplete or quarantined

      """
    #expect(render(try Fixture.small(), as: .markdown) == expected)
  }

  @Test func `CSV has every column exactly, and rows alone`() throws {
    let expected = #"""
      model,requests,cost_usd,first_day
      flash,1204,12.345,2026-11-03
      "a|b ""c""",7,0.001,
      ,40,,

      """#
    #expect(render(try Fixture.small(), as: .csv) == expected)
  }

  @Test func `JSON has every column exactly, the total, the scope and the notes`() throws {
    var report = try Fixture.small()
    report.rows.removeSubrange(0..<2)
    let expected = """
      {
        "schema": "tollbook.example/1",
        "title": "An example",
        "rows": [
          {
            "model": null,
            "requests": 40,
            "cost_usd": null,
            "first_day": null
          }
        ],
        "total": {
          "requests": 1251,
          "cost_usd": "12.346"
        },
        "scope": {
          "from": "2026-11-01T00:00:00Z",
          "until": "2026-12-01T00:00:00Z",
          "time_zone": "UTC",
          "currency": "USD",
          "price_book": {
            "version": "2026-11-30",
            "digest": "3f2a9c1b77",
            "as_of": "2026-11-30",
            "known_on": null
          },
          "valuation": "then",
          "requests": 1251,
          "unpriced_requests": 0,
          "unpriced_tokens": 0,
          "quarantined": 0,
          "duplicates": 2,
          "incomplete": 0,
          "without_usage": 0,
          "error_bodies": 0
        },
        "notes": [
          "unpriced: 40 requests name no model"
        ]
      }

      """
    #expect(render(report, as: .json) == expected)
  }

  @Test func `HTML names rows and columns for readers aloud, and keeps bars from them`() throws {
    let page = render(try Fixture.small(), as: .html)
    let expected = """
      <h1>An example</h1>
      <div class="scroll">
      <table>
      <caption>An example</caption>
      <thead>
      <tr><th scope="col">model</th><th scope="col" class="figure">requests</th>\
      <th scope="col" class="figure">cost USD</th><td aria-hidden="true"></td></tr>
      </thead>
      <tbody>
      <tr><th scope="row"><bdi>flash</bdi></th><td class="figure">1,204</td>\
      <td class="figure">12.35</td><td aria-hidden="true">\
      <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none">\
      <rect width="100" height="8"/></svg></td></tr>
      <tr><th scope="row"><bdi>a|b &quot;c&quot;</bdi></th><td class="figure">7</td>\
      <td class="figure">&lt;0.01</td><td aria-hidden="true">\
      <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none">\
      <rect width="0" height="8"/></svg></td></tr>
      """
    #expect(page.contains(expected))
    #expect(page.contains("<tr><th scope=\"row\">total</th><td class=\"figure\">1,251</td>"))
    #expect(page.contains("<li>unpriced: 40 requests name no model</li>"))
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.hasSuffix("</main>\n</body>\n</html>\n"))
  }

  @Test func `an HTML page asks nobody for anything`() throws {
    let page = render(try Fixture.small(), as: .html)
    for word in ["<script", "http://", "https://", "url(", "@import", "src="] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `the same report gives the same text, which ends with one newline`(
    _ format: ReportFormat
  ) throws {
    let text = render(try Fixture.small(), as: format)
    #expect(text == render(try Fixture.small(), as: format))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test func `sections have titles of their own, and names of their own in JSON`() throws {
    var part = try Fixture.small()
    part.schema = nil
    part.title = "A part"
    part.scope = nil
    part.notes = []
    part.rows.removeLast(2)
    var report = part
    report.title = "The whole"
    report.sections = [Report.Section(key: "part", report: part)]
    let expected = """
      The whole
      model  requests  cost USD
      ─────  ────────  ────────
      flash     1,204     12.34

      A part
      model  requests  cost USD
      ─────  ────────  ────────
      flash     1,204     12.34

      """
    // 12.345 alone is a tie, and goes to the even digit.
    #expect(render(report, as: .table) == expected)
    #expect(render(report, as: .markdown).contains("\n\n## A part\n\n"))
    #expect(render(report, as: .html).contains("<section>\n<h2>A part</h2>"))
    #expect(render(report, as: .json).contains("\n  \"part\": {\n    \"title\": \"A part\""))
    #expect(
      render(report, as: .csv) == """
        model,requests,cost_usd,first_day
        flash,1204,12.345,2026-11-03

        model,requests,cost_usd,first_day
        flash,1204,12.345,2026-11-03

        """)
  }
}
