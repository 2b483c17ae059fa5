const japan = 'A1VC38T7YXB528'

/** The SKUs in Amazon's table of all listings; null when no column holds them. */
export function readSkuReport(file: Uint8Array, marketplaceId: string): string[] | null {
  const [heading = '', ...rows] = decode(file, marketplaceId).split(/\r?\n/)
  const column = findColumn(heading.split('\t').map((name) => name.trim().toLowerCase()))
  if (column < 0) return null
  const skus = rows.map((row) => row.split('\t', column + 1)[column]?.trim() ?? '')
  return [...new Set(skus.filter((sku) => sku !== ''))]
}

/** Where a seller has chosen another language for reports, the heading is in it; SKU is SKU in all of them. */
function findColumn(names: string[]): number {
  const exact = names.indexOf('seller-sku')
  return exact < 0 ? names.findIndex((name) => name.includes('sku')) : exact
}

/** Amazon writes reports in the old code pages of their countries, or in UTF-8, and doesn't tell. */
function decode(file: Uint8Array, marketplaceId: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder(marketplaceId === japan ? 'shift_jis' : 'windows-1252').decode(file)
  }
}
