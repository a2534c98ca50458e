import Usage

/// The names of labels as people write them.
public enum LabelNames {
  /// The name under which a label is kept: `app-version` is `app_version`, as in usage lines.
  public static func canonical(_ name: String) -> String {
    name == "app-version" ? Labels.appVersion : name
  }
}
