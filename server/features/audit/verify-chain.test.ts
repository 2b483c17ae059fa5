import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainReport } from '#contract/audit.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { verifyAudit } from '#server/commands/verify-audit.ts'
import { platformContext, type PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { createTestApp } from '#server/testing/app.ts'
import { asJob, recordEntry, tampering, writeEntry } from '#server/testing/audit-entries.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { findHead } from './queries.ts'
import { verifyAuditLogs } from './jobs.ts'
import { verifyChain, verifyNewest } from './verify-chain.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let admin: pg.Client
let companyId: string

beforeAll(async () => {
  server = await createTestApp()
  admin = new pg.Client(server.database.adminUrl)
  await admin.connect()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  for (let n = 0; n < 4; n++) await writeEntry(server.deps, companyId, { resourceId: `p-${n}` })
})
afterAll(async () => {
  await admin.end()
  await server.close()
})

const reader = { transaction: <T>(work: (tx: Tx) => Promise<T>) => server.deps.db.inCompany(companyId, work) }
const verify = () => verifyChain(reader, companyId)
const headNow = () => server.deps.db.inCompany(companyId, (tx) => findHead(tx, companyId))
const seenAfter = (tamper: string) => tampering(admin, tamper, (reader) => verifyChain(reader, companyId))
const entryAt = (seq: number) => `(select entry_id from audit_chain where company_id = '${companyId}' and seq = ${seq})`
const kindsOf = ({ faults }: ChainReport) => faults.map(({ kind, seq }) => `${kind} ${seq ?? ''}`.trim())

const digits = '0123456789abcdef'
const shifted = '123456789abcdef0'

/** A different value of each type, as close to the old one as possible. */
const otherValue: Record<string, (column: string) => string> = {
  uuid: (column) =>
    `coalesce((left(${column}::text, 35) || translate(right(${column}::text, 1), '${digits}', '${shifted}'))::uuid, gen_random_uuid())`,
  text: (column) => `coalesce(${column}, '') || ' '`,
  jsonb: (column) => `jsonb_set(${column}, '{after,title}', '"Cup "')`,
  'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  bigint: (column) => `${column} + 1000`,
}
async function columnsOf(table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await admin.query<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  )
  return rows
}

const anyWord = 'alter table audit_log drop constraint audit_log_actor_type_words'

describe('an untouched log', () => {
  it('is intact, and its head is reported', async () => {
    expect(await verify()).toEqual({ entries: 4, head: await headNow(), faults: [], faultCount: 0 })
    expect((await headNow())?.seq).toBe(4)
  })

  it('is verified for the admin who asks, for their company only', async () => {
    const admin = await server.as('admin', companyId)
    const elsewhere = await buildCompany(server.deps.db)
    await writeEntry(server.deps, elsewhere.id)
    expect((await admin.post('/api/audit/verify')).json()).toMatchObject({ entries: 4, faultCount: 0 })
  })

  it('is verified from its newest end while a person waits', async () => {
    const head = await headNow()
    expect(await verifyNewest(reader, companyId, 3)).toEqual({ entries: 3, older: 1, head, faults: [], faultCount: 0 })
    expect(await verifyNewest(reader, companyId, 4)).toEqual(await verify())
    const newest = (tamper: string) => tampering(admin, tamper, (changed) => verifyNewest(changed, companyId, 3))
    const change = (seq: number) => `update audit_log set action = 'x' where id = ${entryAt(seq)}`
    expect(kindsOf(await newest(change(2)))).toEqual(['changed 2'])
    expect(kindsOf(await newest(change(1)))).toEqual([])
    const slip = (id: string) => `insert into audit_log (company_id, id, actor_type, actor_name, action, resource)
      values ('${companyId}', '${id}', 'system', 'Lockstep', 'user.update', 'user')`
    expect(kindsOf(await newest(slip(newId())))).toEqual(['unchained'])
    expect(kindsOf(await newest(slip('00000000-0000-7000-8000-000000000001')))).toEqual([])
  })

  it('is empty for a company without entries', async () => {
    companyId = (await buildCompany(server.deps.db)).id
    expect(await verify()).toEqual({ entries: 0, head: null, faults: [], faultCount: 0 })
  })
})

describe('somebody with full access to the database', () => {
  it('changes no byte of any column of any entry unnoticed', async () => {
    const unseen: string[] = []
    const columns = await columnsOf('audit_log')
    for (const { column, type } of columns) {
      for (const seq of [1, 2, 4]) {
        const other = otherValue[type]?.(`"${column}"`) ?? 'no such type'
        const report = await seenAfter(
          `${anyWord}; update audit_log set "${column}" = ${other} where id = ${entryAt(seq)}`,
        )
        const isNamed = report.faults.some((fault) => fault.seq === seq)
        if (!isNamed) unseen.push(`${column} of ${seq}`)
      }
    }
    expect(columns).toHaveLength(13)
    expect(unseen).toEqual([])
  })

  it('changes no byte of any column of the chain unnoticed', async () => {
    const unseen: string[] = []
    for (const { column, type } of await columnsOf('audit_chain')) {
      for (const seq of [1, 2, 4]) {
        const other = otherValue[type]?.(`"${column}"`) ?? 'no such type'
        const where = `company_id = '${companyId}' and seq = ${seq}`
        const report = await seenAfter(`update audit_chain set "${column}" = ${other} where ${where}`)
        if (report.faultCount === 0) unseen.push(`${column} of ${seq}`)
      }
    }
    expect(unseen).toEqual([])
  })

  it('removes no entry unnoticed', async () => {
    expect(kindsOf(await seenAfter(`delete from audit_log where id = ${entryAt(4)}`))).toEqual(['missing 4'])
  })

  it('removes no entry unnoticed together with its position', async () => {
    const both = (seq: number) =>
      `with gone as (delete from audit_chain where company_id = '${companyId}' and seq = ${seq} returning entry_id)
       delete from audit_log where id in (select entry_id from gone)`
    expect(await seenAfter(both(2))).toMatchObject({
      entries: 3,
      faults: [{ kind: 'missing', seq: 2, entryId: null }],
    })
    const renumbered = `${both(2)}; update audit_chain set seq = seq - 1 where company_id = '${companyId}' and seq > 2`
    expect(kindsOf(await seenAfter(renumbered))).toEqual(['changed 2'])
  })

  it('inserts no entry unnoticed', async () => {
    const slipped = `insert into audit_log (company_id, id, actor_type, actor_name, action, resource)
      values ('${companyId}', gen_random_uuid(), 'system', 'Lockstep', 'user.update', 'user')`
    expect(kindsOf(await seenAfter(slipped))).toEqual(['unchained'])
  })

  it('forges no position unnoticed', async () => {
    const forge = (seq: string) => `insert into audit_chain (company_id, seq, entry_id, hash)
      select '${companyId}', ${seq}, gen_random_uuid(), hash from audit_chain where company_id = '${companyId}' and seq = 4`
    expect(kindsOf(await seenAfter(forge('5')))).toEqual(['missing 5'])
    const far = await seenAfter(forge('9000000000000'))
    expect(far.faults).toHaveLength(100)
    expect(far.faultCount).toBe(9_000_000_000_000 - 4)
    const swapped = `update audit_chain set entry_id = ${entryAt(1)} where company_id = '${companyId}' and seq = 3`
    const dropped = `drop index audit_chain_entry; ${swapped}`
    expect(kindsOf(await seenAfter(dropped))).toEqual(['changed 3', 'unchained'])
  })

  it('cuts off no end unnoticed if a head was kept elsewhere', async () => {
    const cut = `with gone as (delete from audit_chain where company_id = '${companyId}' and seq > 2 returning entry_id)
      delete from audit_log where id in (select entry_id from gone)`
    const kept = (await headNow()) ?? { seq: 0, hash: '' }
    const looked = await tampering(admin, cut, async (cutShort) => [
      await verifyChain(cutShort, companyId),
      await verifyChain(cutShort, companyId, { keptHeads: [kept] }),
    ])
    expect(looked.map(kindsOf)).toEqual([[], ['missing 4']])
    const forged = { ...kept, hash: kept.hash.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) }
    expect(kindsOf(await verifyChain(reader, companyId, { keptHeads: [forged] }))).toEqual(['changed 4'])
  })
})

describe('the server', () => {
  it('may neither write positions nor change or delete entries', async () => {
    const attempts = [
      sql`insert into audit_chain (company_id, seq, entry_id, hash) values (${companyId}, 9, ${companyId}, '')`,
      sql`update audit_chain set hash = ''`,
      sql`delete from audit_chain`,
      sql`update audit_log set action = ''`,
      sql`delete from audit_log`,
    ]
    for (const attempt of attempts) {
      const tried = server.deps.db.inCompany(companyId, (tx) => tx.execute(attempt))
      await expect(tried).rejects.toThrow('permission denied')
    }
  })

  it('chains entries of every kind of transaction, and none of a rolled back one', async () => {
    const { db } = server.deps
    const platform = platformContext(server.deps, asJob)
    await writeEntry(server.deps, null, { action: 'user.create', resource: 'user' })
    await platform.transaction((tx) => recordEntry(tx, companyId))
    await platform.transaction((tx) => recordEntry(tx, companyId), companyId)
    const entry = { action: 'inventory.sync', resource: 'sync-run', resourceId: null, companyId } as const
    await db.inCompany(companyId, (tx) => recordAudit(tx, asJob, entry))
    await db.inCompany(companyId, async (tx) => {
      await recordEntry(tx, companyId)
      const undone = tx.transaction(async (savepoint) => {
        await recordEntry(savepoint, companyId)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await recordEntry(tx, companyId)
    })
    const rolledBack = db.inCompany(companyId, async (tx) => {
      await recordEntry(tx, companyId)
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect(await verify()).toMatchObject({ entries: 4 + 5, faultCount: 0, head: { seq: 9 } })
    expect(await verifyAuditLogs(platform)).toMatchObject({ faults: 0 })
  })

  it('writes one unbroken chain from many transactions at once', async () => {
    const many = Array.from({ length: 60 }, () => writeEntry(server.deps, companyId))
    await Promise.all(many)
    expect(await verify()).toMatchObject({ entries: 64, faultCount: 0, head: { seq: 64 } })
  })
})

describe('the nightly check', () => {
  it('fails for a changed log once every company has been checked, and is not retried', async () => {
    const { id: last } = await buildCompany(server.deps.db)
    await writeEntry(server.deps, last)
    const looked: string[] = []
    const note = ({ companyId: id }: { companyId: string }, sentence: string) => looked.push(`${id} ${sentence}`)
    const log = { info: note, error: note } as unknown as PlatformContext['log']
    const check = (reader: Pick<PlatformContext, 'transaction'>) =>
      verifyAuditLogs({ ...platformContext(server.deps, asJob), ...reader, log }).catch((error: Error) => error.message)
    const change = `update audit_log set action = 'x' where id = ${entryAt(2)}`
    expect(await tampering(admin, change, check)).toContain('npm run verify-audit says where')
    expect(looked).toContain(`${companyId} the audit log is not as it was written`)
    expect(looked).toContain(`${last} the audit log is whole`)
    expect(catalog['audit.verify'].maxAttempts).toBe(1)
  })
})

describe('npm run verify-audit', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const ended = await verifyAudit(server.database.url, args, (line) => lines.push(line)).then(
      () => 'well',
      (error: Error) => error.message,
    )
    return { ended, lines: lines.filter((line) => line.includes(companyId) || line.startsWith('  ')) }
  }

  it('prints a line per company with its head, and accepts that head later', async () => {
    const head = await headNow()
    const first = await run()
    expect(first).toEqual({ ended: 'well', lines: [`${companyId}:4:${head?.hash}  4 entries, whole`] })
    await writeEntry(server.deps, companyId)
    const kept = first.lines[0]?.split(' ')[0] ?? ''
    expect((await run('--head', kept)).ended).toBe('well')
    expect(await run('--head', kept.replace(':4:', ':7:'))).toMatchObject({
      ended: expect.stringContaining('not as it was written'),
      lines: [expect.stringContaining('5 entries, 1 fault'), '  entry 7 is missing'],
    })
  })

  it('prints a company without entries without a head', async () => {
    companyId = (await buildCompany(server.deps.db)).id
    expect(await run()).toEqual({ ended: 'well', lines: [`${companyId}  0 entries, whole`] })
  })

  const [aCompany, aHash] = ['0199a1b2-0000-7000-8000-00000000a0a0', 'ab'.repeat(32)]
  it.each([
    ['--heads'],
    ['--head'],
    ['--head', 'x:1:2'],
    ['--head', aCompany],
    ['--head', `${aCompany}:0:`],
    ['--head', `${aCompany}:0:${aHash}`],
    ['--head', `${aCompany}:-1:${aHash}`],
    ['--head', `${aCompany}:1:ab`],
    ['--head', `${aCompany.toUpperCase()}:1:${aHash}`],
  ])('prints its usage for other arguments: %s %s', async (...args) =>
    expect((await run(...args.filter(Boolean))).ended).toContain('--head <company>:<seq>:<hash>'),
  )
})
