import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { newId } from '#server/platform/ids.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import { buildWorkbook, uploadHeadings } from '#server/testing/workbooks.ts'
import { fittingCaller } from '../harness/callers.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { openWeb, type Web } from '../harness/web-server.ts'
import { atLeast, exactly, none, type ScenarioResult, type Scenario, type ScenarioOptions } from '../scenario-result.ts'
import { signatureOf } from '../fuzz/company-fixture.ts'
import { send } from '../harness/raw-request.ts'
import { changedTables, digestOf } from './table-hashes.ts'
import { findPlaces, type Place } from './id-locations.ts'
import { probe, type Probe } from './probe-routes.ts'
import { runTwinCompanies } from './twin-companies.ts'
import { createIsolatedCompanies, type IsolatedCompanies } from './companies-fixture.ts'

/** With how many of the other's ids each place is asked, and how many are asked at all. */
const sizes = { short: { perPlace: 2, most: 110 }, long: { perPlace: 7, most: 5_000 } } as const
const leastRequests = { short: 300, long: 2_000 } as const

export const runTenantIsolation: Scenario = async (told) => {
  const web = await openWeb()
  try {
    const [asked, twins] = [await askForOthers(web, told), await runTwinCompanies(web, told)]
    return { claims: [...asked.claims, ...twins.claims], wrong: [...asked.wrong, ...twins.wrong] }
  } finally {
    await web.close()
  }
}

export async function askForOthers(web: Web, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await createIsolatedCompanies(web)
  const dice = createRandom(seed, 0)
  const places = [...findPlaces(world.routes, world.sampleOf, dice), ...inFiles(world)]
  const textOf = textPicker(world)
  const probes = shuffled(places, dice)
    .flatMap((place) => probesOf(place, { world, dice, textOf }, sizes[size].perPlace))
    .slice(0, sizes[size].most)
  const before = await digestOf(web.ownerUrl, world.otherCompanyId)
  let asked = 0
  const wrong: string[] = []
  await mapConcurrent(4, [...probes.entries()], async ([index, one]) => {
    if (index % 50 === 0) await world.callers.restore()
    const found = await probe(web.url, world, one, `10.${Math.floor(index / 2_000)}.${Math.floor(index / 10) % 200}.1`)
    asked += found.asked
    wrong.push(...found.wrong)
  })
  wrong.push(...(await knock(web.url, world)))
  const changed = changedTables(before, await digestOf(web.ownerUrl, world.otherCompanyId))
  const reached = (where: Place['where']) =>
    new Set(probes.filter(({ place }) => place.where === where).map(nameOf)).size
  return {
    claims: [
      atLeast('requests with what is another company’s, or nobody’s', asked, leastRequests[size]),
      atLeast('places in paths', reached('path'), size === 'long' ? 70 : 1),
      atLeast('places in queries', reached('query'), size === 'long' ? 30 : 1),
      atLeast('places in bodies', reached('body'), size === 'long' ? 20 : 1),
      atLeast('places in files', reached('file'), size === 'long' ? 2 : 1),
      none('answers that are not those for what nobody has', wrong),
      exactly('tables in which something of the other company has changed', changed.length, 0),
    ],
    wrong: [...wrong, ...changed],
  }
}

/** What one's own secret signs is refused at another's channel. Whose address it is can be known to anybody who has it. */
async function knock(url: string, { channel, stolen }: IsolatedCompanies): Promise<string[]> {
  const body = Buffer.from(JSON.stringify(sampleOrderEvent))
  const headers = signatureOf(channel, body, newId())
  const { status } = await send(url, { method: 'POST', path: `/api/webhooks/${stolen.channelId}`, headers, body })
  return status === 401 ? [] : [`a delivery with the signature of another channel is answered ${status}`]
}

const nameOf = ({ place: { route, where, name } }: Probe) => `${route.method} ${route.path} ${where} ${name}`

/** Rows of a sheet say by SKU what they mean. */
function inFiles({ routes }: IsolatedCompanies): Place[] {
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

type Choosing = { world: IsolatedCompanies; dice: Random; textOf: (name: string) => string }

function probesOf(place: Place, { world: { stolen }, dice, textOf }: Choosing, most: number): Probe[] {
  const caller = fittingCaller(place.route.access, dice.roll())
  if (place.holds === 'text') return [{ place, caller, stolen: textOf(place.name) }]
  const fitting = stolen.byName.get(place.name.replace(/Ids$/, 'Id')) ?? []
  const others = Array.from({ length: most }, () => dice.pick(stolen.all))
  const ids = stolen.forFiles.get(place.route.path) ?? [...fitting, ...others]
  return ids.slice(0, most).map((id) => ({ place, caller, stolen: id }))
}

/** The other's texts under a name, one after the other. */
function textPicker({ stolen }: IsolatedCompanies): (name: string) => string {
  const given = new Map<string, number>()
  return (name) => {
    const texts = stolen.texts.get(name) ?? []
    const count = given.get(name) ?? 0
    given.set(name, count + 1)
    return texts[count % texts.length] ?? ''
  }
}

function shuffled<T>(list: readonly T[], dice: Random): T[] {
  return list
    .map((one) => ({ one, at: dice.roll() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one)
}
