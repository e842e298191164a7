/// The files of the page.
enum PageAssets {
  static let page = PackageResources.page_html
  static let style = PackageResources.page_css
  static let code = PackageResources.page_js
}
