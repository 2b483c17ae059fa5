import type { Role } from '#contract/roles.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildCompany, buildSku, buildUser } from '#server/testing/builders.ts'
import { startWebSystem, type WebSystem } from '../harness/web-server.ts'
import { send } from '../harness/raw-request.ts'
import { atLeast, none, type ScenarioResult, type Scenario, type ScenarioOptions } from '../scenario-result.ts'

const rounds = { short: 1, long: 40 } as const

export const runSessions: Scenario = async (options) => {
  const web = await startWebSystem({ web: 2 })
  try {
    return await revokeAcrossProcesses(web, options)
  } finally {
    await web.close()
  }
}

type Call = (process: number, method: string, path: string, body?: object) => Promise<number | null>
type Person = { userId: string; companyId: string; call: Call; readPath: string }

/** A revocation at one process, with the statuses that the other must answer to the next read and write. */
type Revocation = {
  what: string
  revoke: (admin: Person, person: Person) => Promise<unknown>
  reads: number
  writes: number
}

const revocations: readonly Revocation[] = [
  {
    what: 'a smaller role',
    revoke: (admin, { userId }) => admin.call(0, 'PATCH', `/api/admin/users/${userId}`, { role: 'readonly' }),
    reads: 200,
    writes: 403,
  },
  {
    what: 'the end of the account',
    revoke: (admin, { userId }) => admin.call(0, 'PATCH', `/api/admin/users/${userId}`, { isActive: false }),
    reads: 401,
    writes: 401,
  },
  {
    what: 'being signed out everywhere',
    revoke: (admin, { userId }) => admin.call(0, 'POST', `/api/admin/users/${userId}/end-sessions`),
    reads: 401,
    writes: 401,
  },
  {
    what: 'the end of the company',
    revoke: (admin, { companyId }) => admin.call(0, 'PATCH', `/api/admin/companies/${companyId}`, { isActive: false }),
    reads: 401,
    writes: 401,
  },
  { what: 'signing out', revoke: (_admin, { call }) => call(0, 'GET', '/api/logout'), reads: 401, writes: 401 },
]

/** Every process caches sessions; none may serve one from its cache after it was revoked at another. */
export async function revokeAcrossProcesses(web: WebSystem, { size }: ScenarioOptions): Promise<ScenarioResult> {
  const wrong: string[] = []
  let revoked = 0
  const admin = await signIn(web, 'admin')
  for (let round = 0; round < rounds[size]; round += 1) {
    for (const { what, revoke, reads, writes } of revocations) {
      const [reader, writer] = [await signIn(web, 'ops'), await signIn(web, 'ops')]
      for (const person of [reader, writer]) {
        const statusesBefore = [
          await person.call(0, 'GET', person.readPath),
          await person.call(1, 'GET', person.readPath),
        ]
        if (String(statusesBefore) !== '200,200') wrong.push(`before ${what}: ${statusesBefore.join(', ')}`)
        await revoke(admin, person)
        revoked += 1
      }
      const statuses = [
        await reader.call(1, 'GET', reader.readPath),
        await writer.call(1, 'POST', '/api/products', { title: 'Cup' }),
      ]
      if (String(statuses) !== `${reads},${writes}`)
        wrong.push(`after ${what}: ${statuses.join(', ')}, not ${reads}, ${writes}`)
    }
  }
  return {
    claims: [
      atLeast('sessions revoked at another process', revoked, rounds[size] * 2 * revocations.length),
      none('of them served as before at the next request', wrong),
    ],
    wrong,
  }
}

let people = 0

async function signIn({ deps, processes }: WebSystem, role: Role): Promise<Person> {
  const { id: companyId } = await buildCompany(deps.db, { isProvider: role === 'admin' })
  const { id: userId } = await buildUser(deps.db, { companyId, role })
  const { headers } = await openSession(deps, userId)
  const { id: skuId } = await buildSku(deps.db, companyId)
  people += 1
  const from = { 'x-forwarded-for': `10.30.${Math.floor(people / 200)}.${people % 200}`, origin: publicUrl }
  const call: Call = async (process, method, path, body) => {
    const bytes = body ? Buffer.from(JSON.stringify(body)) : null
    const type = bytes ? { 'content-type': 'application/json' } : {}
    const sent = { method, path, headers: { ...headers, ...from, ...type }, body: bytes }
    return (await send(processes.urls[process] ?? '', sent)).status
  }
  return { userId, companyId, call, readPath: `/api/inventory/${skuId}` }
}
