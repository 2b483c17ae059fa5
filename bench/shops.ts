import { setTimeout as sleep } from 'node:timers/promises'
import { connect, createShopCompany, type ShopCompany, type Vendor } from './shop-company.ts'
import { benchStockChanges } from './stock-changes.ts'
import { figure, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const skuCount = 10_000
const longestSeconds = 60

/** Milliseconds between two looks whether everything is matched. */
const lookEvery = 100
const giveUpSeconds = 600

/** Two shops of 10,000 items are connected and matched; then stock changes are sent to both while orders come in. */
export async function benchShops(environment: BenchEnvironment): Promise<Figure[]> {
  const seed = Date.now() % 1_000_000
  const company = await createShopCompany(environment, seed, skuCount)
  const channels: Record<Vendor, string> = { Shopify: '', WooCommerce: '' }
  const figures: Figure[] = []
  for (const vendor of ['Shopify', 'WooCommerce'] as const) {
    const matching = await measureMatching(environment, company, vendor)
    channels[vendor] = matching.channelId
    figures.push(...matchingFigures(vendor, matching, seed))
  }
  return [...figures, ...(await benchStockChanges(environment, company, channels, seed))]
}

type Matching = { channelId: string; seconds: number; items: number; matched: number; suggested: number; wrong: number }

/** From the call that connects the shop until its items are read and matched. */
async function measureMatching(environment: BenchEnvironment, company: ShopCompany, vendor: Vendor): Promise<Matching> {
  const startedAt = performance.now()
  const channelId = await connect(environment, company, vendor)
  await untilMatched(environment, company, channelId)
  const seconds = (performance.now() - startedAt) / 1000
  return { channelId, seconds, ...(await judge(environment, company, vendor, channelId)) }
}

/** All matches and suggestions of a reading are written in one transaction. */
async function untilMatched({ owner }: BenchEnvironment, { companyId }: ShopCompany, channelId: string): Promise<void> {
  const end = performance.now() + giveUpSeconds * 1000
  while (performance.now() < end) {
    const { rows } = await owner.query<{ isMatched: boolean }>(
      `select items_read_at is not null and exists (
         select from channel_items where company_id = $1 and channel_id = $2 and sku_id is not null
       ) as "isMatched" from channels where company_id = $1 and id = $2`,
      [companyId, channelId],
    )
    if (rows[0]?.isMatched) return
    await sleep(lookEvery)
  }
  throw new Error(`The items were not matched within ${giveUpSeconds} s`)
}

type MatchedItem = { externalId: string; sku: string | null; isSuggested: boolean }

/** Compares the matches with the truth. */
async function judge(
  { owner }: BenchEnvironment,
  { companyId, truth }: ShopCompany,
  vendor: Vendor,
  channelId: string,
): Promise<Omit<Matching, 'channelId' | 'seconds'>> {
  const { rows } = await owner.query<MatchedItem>(
    `select i.external_id as "externalId", s.sku, i.suggested_sku_id is not null as "isSuggested" from channel_items i
     left join skus s on s.company_id = i.company_id and s.id = i.sku_id where i.company_id = $1 and i.channel_id = $2`,
    [companyId, channelId],
  )
  const matched = rows.filter(({ sku }) => sku !== null)
  if (rows.length !== truth[vendor].size) throw new Error(`${rows.length} of ${truth[vendor].size} items were read`)
  const wrong = matched.filter(({ externalId, sku }) => truth[vendor].get(externalId) !== sku)
  for (const { externalId, sku } of wrong.slice(0, 20)) console.log(`  item ${externalId} was matched with ${sku}`)
  const suggested = rows.filter(({ isSuggested }) => isSuggested)
  return { items: rows.length, matched: matched.length, suggested: suggested.length, wrong: wrong.length }
}

function matchingFigures(
  vendor: Vendor,
  { seconds, items, matched, suggested, wrong }: Matching,
  seed: number,
): Figure[] {
  const note = `${items} items, 5 % traps (seed ${seed}): ${matched} matched, ${suggested} suggested`
  return [
    figure({ what: `${vendor}, connected until matched`, ours: seconds, unit: 's', atMost: longestSeconds, note }),
    figure({ what: `${vendor}, wrong matches made without asking`, ours: wrong, unit: 'items', atMost: 0 }),
  ]
}
