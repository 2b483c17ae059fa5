import type { Role } from '#contract/roles.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildSku, buildUser } from '#server/testing/builders.ts'
import { openWeb, type Web } from '../harness/web-server.ts'
import { send } from '../harness/raw-request.ts'
import { atLeast, none, type ScenarioResult, type Scenario, type ScenarioOptions } from '../scenario-result.ts'

const rounds = { short: 3, long: 40 } as const

export const runSessions: Scenario = async (told) => {
  const web = await openWeb({ web: 2 })
  try {
    return await endSessionsElsewhere(web, told)
  } finally {
    await web.close()
  }
}

type Ask = (process: number, method: string, path: string, body?: object) => Promise<number | null>
type Person = { userId: string; companyId: string; ask: Ask; reading: string }

/** What takes something from a session, done at one process, and what the other then says to whoever has it. */
type Taking = { what: string; by: (admin: Person, person: Person) => Promise<unknown>; reads: number; writes: number }

const takings: readonly Taking[] = [
  {
    what: 'a smaller role',
    by: (admin, { userId }) => admin.ask(0, 'PATCH', `/api/admin/users/${userId}`, { role: 'readonly' }),
    reads: 200,
    writes: 403,
  },
  {
    what: 'being signed out everywhere',
    by: (admin, { userId }) => admin.ask(0, 'POST', `/api/admin/users/${userId}/end-sessions`),
    reads: 401,
    writes: 401,
  },
  {
    what: 'the end of the company',
    by: (admin, { companyId }) => admin.ask(0, 'PATCH', `/api/admin/companies/${companyId}`, { isActive: false }),
    reads: 401,
    writes: 401,
  },
  { what: 'signing out', by: (_admin, { ask }) => ask(0, 'GET', '/api/logout'), reads: 401, writes: 401 },
]

/** Each process remembers sessions; neither may remember one that has ended at the other. */
export async function endSessionsElsewhere(web: Web, { size }: ScenarioOptions): Promise<ScenarioResult> {
  const wrong: string[] = []
  let taken = 0
  const admin = await signIn(web, 'admin')
  for (let round = 0; round < rounds[size]; round += 1) {
    for (const { what, by, reads, writes } of takings) {
      const [reader, writer] = [await signIn(web, 'ops'), await signIn(web, 'ops')]
      for (const person of [reader, writer]) {
        const known = [await person.ask(0, 'GET', person.reading), await person.ask(1, 'GET', person.reading)]
        if (String(known) !== '200,200') wrong.push(`before ${what}: ${known.join(', ')}`)
        await by(admin, person)
        taken += 1
      }
      const said = [
        await reader.ask(1, 'GET', reader.reading),
        await writer.ask(1, 'POST', '/api/products', { title: 'Cup' }),
      ]
      if (String(said) !== `${reads},${writes}`)
        wrong.push(`after ${what}: ${said.join(', ')}, not ${reads}, ${writes}`)
    }
  }
  return {
    claims: [
      atLeast('sessions from which something was taken at another process', taken, rounds[size] * 2 * takings.length),
      none('that were served as before at the next request', wrong),
    ],
    wrong,
  }
}

let people = 0

async function signIn({ deps, processes }: Web, role: Role): Promise<Person> {
  const { id: companyId } = await buildCompany(deps.db)
  const { id: userId } = await buildUser(deps.db, { companyId, role })
  const { headers } = await openSession(deps, userId)
  const { id: skuId } = await buildSku(deps.db, companyId)
  people += 1
  const from = { 'x-forwarded-for': `10.30.${Math.floor(people / 200)}.${people % 200}`, origin: publicUrl }
  const ask: Ask = async (process, method, path, body) => {
    const bytes = body ? Buffer.from(JSON.stringify(body)) : null
    const type = bytes ? { 'content-type': 'application/json' } : {}
    const sent = { method, path, headers: { ...headers, ...from, ...type }, body: bytes }
    return (await send(processes.urls[process] ?? '', sent)).status
  }
  return { userId, companyId, ask, reading: `/api/inventory/${skuId}` }
}
