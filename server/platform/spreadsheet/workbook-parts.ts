import { cellText, xmlHeader } from './xml.ts'

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageOf = (name: string) => `http://schemas.openxmlformats.org/package/2006/${name}`
const relation = (name: string) => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`
const partType = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** Everything of a workbook but its sheets: path and XML. */
export function workbookParts(sheetNames: readonly string[]): [path: string, xml: string][] {
  return [
    ['[Content_Types].xml', contentTypes(sheetNames.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbookXml(sheetNames)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheetNames.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml],
  ]
}

function contentTypes(sheetCount: number): string {
  const part = (path: string, name: string) => `<Override PartName="/${path}" ContentType="${partType(name)}"/>`
  const sheets = Array.from({ length: sheetCount }, (_, index) => part(sheetPath(index + 1), 'worksheet'))
  return `${xmlHeader}<Types xmlns="${packageOf('content-types')}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets.join('')}</Types>`
}

function relations(targets: [name: string, target: string][]): string {
  const list = targets.map(
    ([name, target], index) => `<Relationship Id="rId${index + 1}" Type="${relation(name)}" Target="${target}"/>`,
  )
  return `${xmlHeader}<Relationships xmlns="${packageOf('relationships')}">${list.join('')}</Relationships>`
}

function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${cellText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${relation('').slice(0, -1)}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** Cell style 0 is plain, 1 is bold. Excel wants both fills to be there. */
const stylesXml = `${xmlHeader}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
