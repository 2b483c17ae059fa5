import { type PageLoad, type Laptop, timePageLoad } from './page.ts'
import { bareRow } from '../baselines/bare-page.ts'
import { median } from '../harness/measure.ts'
import { figure, figureAgainst, type Figure } from '../harness/report.ts'

const rounds = 5
const maxRoundsMs = 10_000
const maxMs = { warm: 1_500, cold: 2_500 }
const maxTimesBare = { warm: 6, cold: 9 }

/** The empty state of a list. */
const emptyState = 'main p.text-balance'

type Screen = { what: string; path: string; row: string; press?: string; api?: string }

/** The first row or figure of each screen, and the API path of its bare page. */
const screens: readonly Screen[] = [
  { what: 'dashboard', path: '/dashboard', row: 'main tbody tr a' },
  { what: 'orders', path: '/orders', row: 'main h2[id^="order-0"]', api: '/api/orders' },
  { what: 'products', path: '/products', row: 'main h2[id^="product-"]', api: '/api/products' },
  { what: 'inventory', path: '/inventory', row: 'main tbody tr th button', api: '/api/inventory' },
  { what: 'channels', path: '/channels', row: 'main h2[id^="channel-"]' },
  { what: 'promotions', path: '/promotions', row: `main h2[id^="promotion-"], ${emptyState}` },
  { what: 'notifications', path: '/notifications', row: `main tbody tr a, ${emptyState}` },
  { what: 'reports', path: '/reports', row: 'main dl dd a' },
  { what: 'sheet', path: '/sheet-view', row: 'main [role=gridcell]', press: 'Enable Sheet View' },
]

/** Page loads with a warm and with a cold browser cache, against a bare page with the same data. */
export async function measurePageLoads(laptop: Laptop, url: string, bareUrl: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, path, api, ...expected } of screens) {
    const ways: Record<string, PageLoad> = { ours: { address: url + path, ...expected } }
    if (api) ways['bare'] = { address: `${bareUrl}/?${api}`, row: bareRow }
    const times = await visitAlternately(laptop, ways)
    for (const cache of ['warm', 'cold'] as const) {
      const visits = times[cache]['ours'] ?? []
      const ours = median(visits)
      const measured = { what: `${what} to work with, ${cache} cache`, ours, unit: 'ms' }
      figures.push(figure({ ...measured, atMost: maxMs[cache], note: `throttled, median of ${visits.length}` }))
      const bare = times[cache]['bare']
      if (bare) figures.push(figureAgainst('bare page', median(bare), { ...measured, atMost: maxTimesBare[cache] }))
    }
  }
  return figures
}

type Times = Record<'warm' | 'cold', Record<string, number[]>>

async function visitAlternately({ page, developerTools }: Laptop, ways: Record<string, PageLoad>): Promise<Times> {
  const visit = (arrival: PageLoad) => timePageLoad(page, arrival)
  const visitAnew = async (arrival: PageLoad) => {
    await developerTools.send('Network.clearBrowserCache')
    return visit(arrival)
  }
  return { cold: await measureRounds(ways, visitAnew), warm: await measureRounds(ways, visit) }
}

/** The first round only fills caches. Ends early when a page is slow, so that the run ends. */
async function measureRounds(ways: Record<string, PageLoad>, visit: (arrival: PageLoad) => Promise<number>) {
  const times: Record<string, number[]> = {}
  const end = performance.now() + maxRoundsMs
  for (let round = 0; round <= rounds && (round < 2 || performance.now() < end); round += 1) {
    for (const [name, arrival] of Object.entries(ways)) {
      const time = await visit(arrival)
      if (round > 0) times[name] = [...(times[name] ?? []), time]
    }
  }
  return times
}
