import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a document, read by an XML parser that is none of ours.
final class XMLTree: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The names of the elements around it, the outermost first.
    let path: [String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  /// What is wrong with it, if anything.
  private(set) var mistake: String?
  private var open: [Int] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { mistake = "\(parser.lineNumber): \(String(describing: parser.parserError))" }
  }

  func elements(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, path: open.map { elements[$0].name }))
    open.append(elements.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}
