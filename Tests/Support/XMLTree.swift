import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an XML document, read by Foundation's parser.
package final class XMLTree: NSObject, XMLParserDelegate {
  package struct Element {
    package let name: String
    package let attributes: [String: String]
    /// The names of the enclosing elements, the outermost first.
    package let path: [String]
    package var text = ""
  }

  package private(set) var elements: [Element] = []
  /// The parser's error and its line, or `nil` if the document is valid.
  package private(set) var parseError: String?
  private var open: [Int] = []

  package init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { parseError = "\(parser.lineNumber): \(String(describing: parser.parserError))" }
  }

  package func elements(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, path: open.map { elements[$0].name }))
    open.append(elements.count - 1)
  }

  package func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }

  package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}
