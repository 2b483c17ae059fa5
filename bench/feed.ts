import { setTimeout as sleep } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { feedFormats, type FeedFormat } from '#contract/channel-values.ts'
import { compare, residentBytes, timed } from './harness/measure.ts'
import { figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const rounds = 3
/** PostgreSQL joins and writes everything at once; the feed is read in batches and passes through two more processes. */
const atLeast = 0.1

/** The feed of a whole catalog in each format against PostgreSQL's COPY, and the cost of an unchanged feed (304). */
export async function benchFeed(environment: BenchEnvironment): Promise<Figure[]> {
  const shop = await createChannel(environment)
  const items = await countItems(environment)
  const figures: Figure[] = []
  const peaks: number[] = []
  for (const format of feedFormats) {
    let bytes = 0
    const { ours, bare } = await compare(
      async () => {
        const watch = watchMemory(environment)
        bytes = await readThrough(environment, shop, format)
        peaks.push(await watch.end())
      },
      () => copyOffers(environment, format),
      rounds,
    )
    const itemsPerSecond = (milliseconds: number) => (items * 1000) / milliseconds
    figures.push(
      figureAgainst('COPY', itemsPerSecond(bare), {
        what: `feed of ${items} items, ${format}`,
        ours: itemsPerSecond(ours),
        unit: 'items/s',
        atLeast,
        note: `${(bytes / 1e6).toFixed(0)} MB`,
      }),
    )
  }
  return [...figures, memoryOf(peaks), await measureUnchanged(environment, shop)]
}

/** A feed is 10 to 30 MB: a server that leaked any of it would grow with each. */
function memoryOf(peaks: readonly number[]): Figure {
  const half = Math.floor(peaks.length / 2)
  const [first, second] = [Math.max(...peaks.slice(0, half)), Math.max(...peaks.slice(half))]
  return figureAgainst('the first half', first / 1e6, {
    what: `feed read ${peaks.length} times, memory of the second half`,
    ours: second / 1e6,
    unit: 'MB',
    atMost: 1.2,
  })
}

async function countItems({ owner, companyId }: BenchEnvironment): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from skus where company_id = $1 and is_active',
    [companyId],
  )
  return rows[0]?.count ?? 0
}

type Shop = { slug: string; key: string }

async function createChannel({ url, headers }: BenchEnvironment): Promise<Shop> {
  const send = async (method: string, path: string, body: object) => {
    const reply = await fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as { id: string; slug: string; apiKey: string }
  }
  const { id, slug, apiKey } = await send('POST', '/api/channels', { name: 'Bench feed', type: 'website' })
  await send('PATCH', `/api/channels/${id}`, { productUrl: 'https://shop.example.com/{sku}' })
  return { slug, key: apiKey }
}

const fetchFeed = (
  { url }: BenchEnvironment,
  { slug, key }: Shop,
  format: FeedFormat,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/api/feed/${slug}.${format}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity', ...headers },
  })

async function readThrough(environment: BenchEnvironment, shop: Shop, format: FeedFormat): Promise<number> {
  const reply = await fetchFeed(environment, shop, format)
  let bytes = 0
  for await (const chunk of reply.body ?? []) bytes += chunk.length
  if (!reply.ok || bytes < 6_000_000) throw new Error(`The feed has ${bytes} bytes`)
  return bytes
}

/** The baseline of XML is JSON, which is a little shorter. */
async function copyOffers({ bare, companyId }: BenchEnvironment, format: FeedFormat): Promise<void> {
  const offers = `
    select s.sku, coalesce(s.title, p.title) as title, p.description, p.brand, p.category, s.price, s.compare_at_price,
      settings.currency, greatest(l.qty_free - greatest(s.safety_buffer, settings.safety_buffer), 0) as sellable,
      'https://shop.example.com/' || s.sku as link, p.images, s.product_id
    from skus s
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    join company_settings settings on settings.company_id = s.company_id
    where s.company_id = '${companyId}' and s.is_active order by s.sku`
  const copy =
    format === 'csv'
      ? `copy (${offers}) to stdout (format csv, header)`
      : `copy (select row_to_json(offer) from (${offers}) as offer) to stdout`
  for await (const _chunk of bare.query(copyTo(copy))) continue
}

async function measureUnchanged(environment: BenchEnvironment, shop: Shop): Promise<Figure> {
  const first = await fetchFeed(environment, shop, 'json')
  const etag = first.headers.get('etag') ?? ''
  await first.arrayBuffer()
  const whole = await timed(() => readThrough(environment, shop, 'json'))
  let status = 0
  const took = await timed(async () => {
    const reply = await fetchFeed(environment, shop, 'json', { 'if-none-match': etag })
    status = reply.status
    await reply.arrayBuffer()
  })
  if (status !== 304) throw new Error(`If-None-Match was answered ${status}`)
  return figureAgainst('the whole feed', whole, { what: 'feed, unchanged', ours: took, unit: 'ms', atMost: 0.3 })
}

function watchMemory({ url }: BenchEnvironment) {
  let peakBytes = 0
  const over = new AbortController()
  const work = (async () => {
    while (!over.signal.aborted) {
      peakBytes = Math.max(peakBytes, await residentBytes(url))
      await sleep(25)
    }
  })()
  return {
    async end() {
      over.abort()
      await work
      return peakBytes
    },
  }
}
