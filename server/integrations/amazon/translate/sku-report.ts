const japan = 'A1VC38T7YXB528'

/** SKUs of the report GET_MERCHANT_LISTINGS_ALL_DATA; null when it has no SKU column. */
export function readSkuReport(file: Uint8Array, marketplaceId: string): string[] | null {
  const [heading = '', ...rows] = decode(file, marketplaceId).split(/\r?\n/)
  const column = findColumn(heading.split('\t').map((name) => name.trim().toLowerCase()))
  if (column < 0) return null
  const skus = rows.map((row) => row.split('\t', column + 1)[column]?.trim() ?? '')
  return [...new Set(skus.filter((sku) => sku !== ''))]
}

/** The header is in the language the seller chose for reports; "SKU" is the same in all of them. */
function findColumn(names: string[]): number {
  const exact = names.indexOf('seller-sku')
  return exact < 0 ? names.findIndex((name) => name.includes('sku')) : exact
}

/** Reports are in UTF-8 or in the old code page of the country, without saying which. */
function decode(file: Uint8Array, marketplaceId: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder(marketplaceId === japan ? 'shift_jis' : 'windows-1252').decode(file)
  }
}
