import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ObservationRow, observeApi, ObserveSummary } from '#contract/observe.ts'
import { differences, verdictLabels, decisionLabels, observationKindLabels } from '#contract/observe-values.ts'
import type { Page } from '#contract/paging.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { findObservingSince } from '#server/platform/observe-mode.ts'
import { decodeCursor, microsecondsOf, toPage } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'

const isDifferent = sql`(v.verdict = any(${sql.param([...differences])}::text[]))`

/** How often Lockstep would have done the same as what happened. Only what can be compared counts as the same, different or waiting. */
export async function readSummary(ctx: CompanyContext): Promise<ObserveSummary> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    const since = await findObservingSince(tx, companyId)
    const counted = await tx.execute<ObserveSummary['counts'][number]>(sql`
      select v.kind, count(*)::int as total, count(*) filter (where v.verdict = 'same')::int as same,
        count(*) filter (where ${isDifferent})::int as different, count(*) filter (where v.verdict = 'waiting')::int as waiting
      from observations v where v.company_id = ${companyId} group by v.kind order by v.kind`)
    const charged = await tx.execute<ObserveSummary['fees'][number]>(sql`
      select v.planned ->> 'currency' as currency, sum((v.planned ->> 'fee')::numeric)::numeric(12, 2)::text as amount
      from observations v
      where v.company_id = ${companyId} and v.kind = 'order' and v.decision = 'send' and v.planned ->> 'fee' is not null
      group by 1 order by 1`)
    return { observingSince: since?.toISOString() ?? null, counts: counted.rows, fees: charged.rows }
  })
}

type Query = ParsedInputOf<typeof observeApi.list>

export async function listDecisions(ctx: CompanyContext, query: Query): Promise<Page<ObservationRow>> {
  const page = await ctx.read((tx) => readPage(tx, ctx.companyId, query))
  return { ...page, rows: page.rows.map((row) => ({ ...row, reason: translateStored(ctx, row.reason) })) }
}

type Filter = Pick<Query, 'kind' | 'only'>

const matching = (companyId: string, { kind, only }: Filter): SQL => sql`
  v.company_id = ${companyId} and ${kind ? sql`v.kind = ${kind}` : sql`true`} and ${only ? isDifferent : sql`true`}`

/** Differences first, then by time, newest first. */
const Cursor = z.tuple([z.int(), z.int(), z.uuid()])

const rankOf = sql`(case when ${isDifferent} then 1 else 0 end)`

type Sent = Partial<ObservationRow['planned']> & { sentAt?: string }

type DecisionRecord = Omit<ObservationRow, 'planned' | 'actual'> & {
  planned: Sent
  actual: Sent | null
  rank: number
  key: number
}

async function readPage(tx: Tx, companyId: string, { cursor, limit, ...filter }: Query): Promise<Page<ObservationRow>> {
  const which = matching(companyId, filter)
  const keys = decodeCursor(cursor, Cursor)
  const after = keys
    ? sql`(${rankOf}, v.decided_at, v.id) < (${keys[0]}::int, timestamptz 'epoch' + ${keys[1]}::float8 * interval '1 microsecond', ${keys[2]}::uuid)`
    : sql`true`
  const { rows } = await tx.execute<DecisionRecord>(sql`
    select v.id, v.kind, v.label, v.order_id as "orderId", c.name as "channelName", v.decision, v.reason, v.planned, v.actual,
      v.verdict, v.times, v.decided_at as "decidedAt", ${rankOf} as rank, ${microsecondsOf(sql`v.decided_at`)} as key
    from observations v left join channels c on c.company_id = v.company_id and c.id = v.channel_id
    where ${which} and ${after} order by rank desc, v.decided_at desc, v.id desc limit ${limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from observations v where ${which}`,
  )
  const page = toPage(rows, limit, counted.rows[0]?.total ?? 0, ({ rank, key, id }) => [rank, key, id])
  return { ...page, rows: page.rows.map(toRow) }
}

const toRow = ({ rank: _rank, key: _key, planned, actual, decidedAt, ...row }: DecisionRecord): ObservationRow => ({
  ...row,
  planned: toSent(planned),
  actual: actual && toSent(actual),
  decidedAt: iso(decidedAt),
})

const toSent = ({ at, sentAt, speed, units, fee, currency, quantity }: Sent): ObservationRow['planned'] => ({
  at: at ?? sentAt ?? null,
  speed: speed ?? null,
  units: units ?? null,
  fee: fee ?? null,
  currency: currency ?? null,
  quantity: quantity ?? null,
})

type Export = ParsedInputOf<typeof observeApi.export>

const rowsPerBatch = 500

export async function exportDecisions(ctx: CompanyContext, { format, ...filter }: Export): Promise<Download> {
  const { companyId } = ctx
  await ctx.transaction((tx) =>
    recordAudit(tx, ctx, {
      action: 'observe.export',
      resource: 'settings',
      resourceId: null,
      companyId,
      after: { format, ...filter },
    }),
  )
  return exportFile({ name: 'observe-mode', format, columns, rows: batches(ctx, filter), now: ctx.clock.now() })
}

async function* batches(ctx: CompanyContext, filter: Filter) {
  let cursor: string | undefined
  do {
    const page = await listDecisions(ctx, { ...filter, limit: rowsPerBatch, cursor })
    yield page.rows.map((row) => cellsOf(columns, row))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

const columns: Cell<ObservationRow>[] = [
  textCell('Result', ({ verdict }) => verdictLabels[verdict]),
  textCell('Kind', ({ kind }) => observationKindLabels[kind]),
  textCell('Order, SKU or message', ({ label }) => label),
  textCell('Channel', ({ channelName }) => channelName),
  textCell('Decided', ({ decidedAt }) => decidedAt),
  textCell('Lockstep would have', ({ decision }) => decisionLabels[decision]),
  textCell('Reason', ({ reason }) => reason),
  textCell('Planned time', ({ planned }) => planned.at),
  textCell('Planned speed', ({ planned }) => planned.speed),
  numberCell('Planned units', ({ planned }) => planned.units ?? planned.quantity),
  textCell('Estimated fee', ({ planned }) => planned.fee),
  textCell('Currency', ({ planned }) => planned.currency),
  textCell('Actual time', ({ actual }) => actual?.at ?? null),
  textCell('Actual speed', ({ actual }) => actual?.speed ?? null),
  numberCell('Actual units', ({ actual }) => actual?.units ?? actual?.quantity ?? null),
  numberCell('Times', ({ times }) => times),
]
