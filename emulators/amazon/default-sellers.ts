import { type AmazonState, createSeller, createState } from './state.ts'
import { putItems, type StockedItem } from './stocked-items.ts'

/** The default sellers. The first two have no items: the demo and tests add them. */
export function createDefaultState(now: Date): AmazonState {
  const northfield = createSeller({
    id: 'A1K7NORTHFIELD',
    name: 'Northfield Outfitters',
    endpoint: 'na',
    marketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
  })
  const harborLane = createSeller({
    id: 'A2QHARBORLANE',
    name: 'Harbor Lane Home',
    endpoint: 'na',
    marketplaceIds: ['ATVPDKIKX0DER'],
  })
  const germany = 'A1PA6795UKMFR9'
  const kieferhaus = createSeller({
    id: 'A3DKIEFERHAUS',
    name: 'Kieferhaus GmbH',
    endpoint: 'eu',
    marketplaceIds: [germany, 'A1F83G8C2ARO7P', 'A13V1IB3VIYZZH'],
  })
  const state = createState([northfield, harborLane, kieferhaus])
  putItems(state, kieferhaus, germany, kieferhausItems, now)
  return state
}

/** [SKU, title, price in euro, fulfillable, reserved, inbound] */
const kieferhausRows: [string, string, number, number, number, number][] = [
  ['KH-BRETT-S', 'Schneidebrett Kiefer, klein', 18.9, 140, 4, 0],
  ['KH-BRETT-M', 'Schneidebrett Kiefer, mittel', 24.9, 96, 2, 60],
  ['KH-BRETT-L', 'Schneidebrett Kiefer, groß', 34.5, 41, 0, 0],
  ['KH-LOEFFEL-3', 'Kochlöffel, 3 Stück', 14.9, 310, 11, 0],
  ['KH-LOEFFEL-6', 'Kochlöffel, 6 Stück', 24.9, 88, 3, 120],
  ['KH-REGAL-60', 'Wandregal 60 cm', 49, 22, 1, 0],
  ['KH-REGAL-90', 'Wandregal 90 cm', 69, 9, 2, 30],
  ['KH-REGAL-120', 'Wandregal 120 cm', 89, 0, 0, 24],
  ['KH-HOCKER', 'Hocker, Kiefer massiv', 59, 34, 1, 0],
  ['KH-HOCKER-W', 'Hocker, weiß lasiert', 64, 18, 0, 0],
  ['KH-GARDEROBE', 'Garderobe mit 5 Haken', 39.9, 57, 2, 0],
  ['KH-GARDEROBE-8', 'Garderobe mit 8 Haken', 54.9, 12, 0, 40],
  ['KH-KISTE-S', 'Holzkiste, klein', 16.5, 205, 6, 0],
  ['KH-KISTE-M', 'Holzkiste, mittel', 22.5, 133, 4, 0],
  ['KH-KISTE-L', 'Holzkiste, groß', 29.5, 71, 0, 0],
  ['KH-TABLETT', 'Tablett mit Griffen', 27.9, 64, 1, 0],
  ['KH-UNTERSETZER-6', 'Untersetzer, 6 Stück', 12.9, 420, 9, 0],
  ['KH-VOGELHAUS', 'Vogelhaus', 32, 26, 0, 0],
  ['KH-NISTKASTEN', 'Nistkasten für Meisen', 21, 47, 2, 0],
  ['KH-MESSERBLOCK', 'Messerblock ohne Messer', 45, 15, 0, 0],
  ['KH-GEWUERZREGAL', 'Gewürzregal, 3 Böden', 36.9, 38, 1, 0],
  ['KH-BUCHSTUETZE-2', 'Buchstützen, 2 Stück', 19.9, 82, 0, 0],
  ['KH-BILDERRAHMEN A4', 'Bilderrahmen A4', 15.9, 160, 5, 0],
  ['KH-BILDERRAHMEN A3', 'Bilderrahmen A3', 21.9, 94, 1, 0],
  ['KH-WEINREGAL/12', 'Weinregal für 12 Flaschen', 52, 7, 0, 20],
]

const kieferhausItems: StockedItem[] = kieferhausRows.map(([sku, title, price, fulfillable, reserved, inbound]) => ({
  sku,
  title,
  brand: 'Kieferhaus',
  price,
  fulfillable,
  reserved,
  inboundShipped: inbound,
}))
