import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { newId } from '#server/platform/ids.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import { buildWorkbook, uploadHeadings } from '#server/testing/workbooks.ts'
import { callerFor } from '../harness/callers.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { startWebSystem, type WebSystem } from '../harness/web-server.ts'
import { atLeast, exactly, none, type ScenarioResult, type Scenario, type ScenarioOptions } from '../scenario-result.ts'
import { signatureOf } from '../fuzz/company-fixture.ts'
import { send } from '../harness/raw-request.ts'
import { changedTables, hashTables } from './table-hashes.ts'
import { findIdLocations, type IdLocation } from './id-locations.ts'
import { probe, type Probe } from './probe-routes.ts'
import { runTwinCompanies } from './twin-companies.ts'
import { createIsolatedCompanies, type IsolatedCompanies } from './companies-fixture.ts'

/** Foreign ids per location, and probes in all. */
const sizes = { short: { perPlace: 2, most: 110 }, long: { perPlace: 7, most: 5_000 } } as const
const leastRequests = { short: 300, long: 2_000 } as const

export const runTenantIsolation: Scenario = async (options) => {
  const web = await startWebSystem()
  try {
    const [probed, twins] = [await probeForeignIds(web, options), await runTwinCompanies(web, options)]
    return { claims: [...probed.claims, ...twins.claims], wrong: [...probed.wrong, ...twins.wrong] }
  } finally {
    await web.close()
  }
}

export async function probeForeignIds(web: WebSystem, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const companies = await createIsolatedCompanies(web)
  const random = createRandom(seed, 0)
  const locations = [...findIdLocations(companies.routes, companies.sampleOf, random), ...inFiles(companies)]
  const textOf = textPicker(companies)
  const probes = eachKindFirst(shuffled(locations, random))
    .flatMap((location) => probesOf(location, { companies, random, textOf }, sizes[size].perPlace))
    .slice(0, sizes[size].most)
  const before = await hashTables(web.adminUrl, companies.otherCompanyId)
  let requests = 0
  const wrong: string[] = []
  await mapConcurrent(4, [...probes.entries()], async ([index, one]) => {
    if (index % 50 === 0) await companies.callers.restore()
    const found = await probe(
      web.url,
      companies,
      one,
      `10.${Math.floor(index / 2_000)}.${Math.floor(index / 10) % 200}.1`,
    )
    requests += found.requests
    wrong.push(...found.wrong)
  })
  wrong.push(...(await probeWebhook(web.url, companies)))
  const changed = changedTables(before, await hashTables(web.adminUrl, companies.otherCompanyId))
  const reached = (where: IdLocation['where']) =>
    new Set(probes.filter(({ location }) => location.where === where).map(nameOf)).size
  return {
    claims: [
      atLeast('requests with foreign or unknown values', requests, leastRequests[size]),
      atLeast('locations in paths', reached('path'), size === 'long' ? 70 : 1),
      atLeast('locations in queries', reached('query'), size === 'long' ? 30 : 1),
      atLeast('locations in bodies', reached('body'), size === 'long' ? 20 : 1),
      atLeast('locations in files', reached('file'), size === 'long' ? 2 : 1),
      none('responses that differ from those for unknown values', wrong),
      exactly('tables with changed rows of the other company', changed.length, 0),
    ],
    wrong: [...wrong, ...changed],
  }
}

/** A webhook to the other company's channel, signed with our own secret, is refused. The address itself is no secret. */
async function probeWebhook(url: string, { channel, foreign }: IsolatedCompanies): Promise<string[]> {
  const body = Buffer.from(JSON.stringify(sampleOrderEvent))
  const headers = signatureOf(channel, body, newId())
  const { status } = await send(url, { method: 'POST', path: `/api/webhooks/${foreign.channelId}`, headers, body })
  return status === 401 ? [] : [`a delivery with the signature of another channel is answered ${status}`]
}

const nameOf = ({ location: { route, where, name } }: Probe) => `${route.method} ${route.path} ${where} ${name}`

/** Locations in uploaded files: rows name their SKU. */
function inFiles({ routes }: IsolatedCompanies): IdLocation[] {
  return routes
    .filter(({ takesFile }) => takesFile)
    .map((route) => ({
      route,
      where: 'file',
      name: 'sku',
      holds: 'text',
      callWith: (value) => ({ file: buildWorkbook([uploadHeadings, [value, 'Cup', 4.5, 3, '', '']]) }),
    }))
}

type ProbeOptions = { companies: IsolatedCompanies; random: Random; textOf: (name: string) => string }

function probesOf(
  location: IdLocation,
  { companies: { foreign }, random, textOf }: ProbeOptions,
  most: number,
): Probe[] {
  const caller = callerFor(location.route.access, random.roll())
  if (location.holds === 'text') return [{ location, caller, foreign: textOf(location.name) }]
  const fitting = foreign.byName.get(location.name.replace(/Ids$/, 'Id')) ?? []
  const others = Array.from({ length: most }, () => random.pick(foreign.all))
  const ids = foreign.forFiles.get(location.route.path) ?? [...fitting, ...others]
  return ids.slice(0, most).map((id) => ({ location, caller, foreign: id }))
}

/** Picks the other company's texts for a field, one after the other. */
function textPicker({ foreign }: IsolatedCompanies): (name: string) => string {
  const given = new Map<string, number>()
  return (name) => {
    const texts = foreign.texts.get(name) ?? []
    const count = given.get(name) ?? 0
    given.set(name, count + 1)
    return texts[count % texts.length] ?? ''
  }
}

/** A short run too has one of paths, queries, bodies and files. */
function eachKindFirst(locations: readonly IdLocation[]): IdLocation[] {
  const first = new Map(locations.toReversed().map((location) => [location.where, location]))
  return [...new Set([...first.values(), ...locations])]
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((one) => ({ one, at: random.roll() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one)
}
