import { expect, it } from 'vitest'
import { readSkuReport } from './sku-report.ts'

const unitedStates = 'ATVPDKIKX0DER'
const japan = 'A1VC38T7YXB528'

const table = (...rows: string[][]) => rows.map((row) => row.join('\t')).join('\n')
const read = (text: string | Uint8Array, marketplaceId = unitedStates) =>
  readSkuReport(typeof text === 'string' ? new TextEncoder().encode(text) : text, marketplaceId)

it('each SKU is read once, whatever the other columns contain', () => {
  const file = table(
    ['item-name', 'listing-id', 'seller-sku', 'price'],
    ['Lamp, "small"', '1', ' HAL-1 ', '20'],
    ['"Lamp', '2', 'A,b/c "1"', ''],
    ['Lamp', '3', 'HAL-1', '20'],
    ['cut off'],
    [''],
  )
  expect(read(file)).toEqual(['HAL-1', 'A,b/c "1"'])
  expect(read(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toEqual(['HAL-1', 'A,b/c "1"'])
})

it('a table without rows has no SKUs', () => {
  expect(read('item-name\tseller-sku\n')).toEqual([])
})

it('the SKU column is found under a heading in another language', () => {
  expect(read(table(['商品名', '出品者SKU'], ['ランプ', 'HAL-1']), japan)).toEqual(['HAL-1'])
})

it.each(['', '<html>', 'item-name\tprice\nLamp\t20'])('a table without a SKU column is null: %j', (file) => {
  expect(read(file)).toBeNull()
})

it('the code pages that Amazon uses are decoded', () => {
  const head = new TextEncoder().encode('item-name\tseller-sku\n')
  const western = Uint8Array.from([...head, 0x50, 0x69, 0xf1, 0x61, 0x09, 0x42, 0x4c, 0xdc])
  expect(read(western)).toEqual(['BLÜ'])
  const japanese = Uint8Array.from([...head, 0x83, 0x89, 0x09, 0x83, 0x89, 0x2d, 0x31])
  expect(read(japanese, japan)).toEqual(['ラ-1'])
})
