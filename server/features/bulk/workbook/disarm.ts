const links = /<((?:\w+:)?)hyperlink\b/g
const arrayFormulas = /(<(?:\w+:)?f\b[^<>]*?\s)t=["']array["']/g

/**
 * Takes out of a sheet what the parser is slow at: it makes a cell for every place in the range of a link, and holds
 * every cell against every array formula. A formula stays a formula.
 */
export function removeSlowMarkup(xml: Buffer): Buffer {
  if (!xml.includes('hyperlink') && !xml.includes('array')) return xml
  const text = xml.toString('latin1').replace(links, '<$1link').replace(arrayFormulas, '$1t="normal"')
  return Buffer.from(text, 'latin1')
}
