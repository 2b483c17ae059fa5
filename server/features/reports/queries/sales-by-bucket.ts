import { sql, type SQL } from 'drizzle-orm'
import type { ChannelReportRow } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Bucket, Span } from '../period.ts'
import { salesIn, totalsFields } from './sales.ts'
import type { SalesTotals, Scope } from './sales-totals.ts'

/** A span, and the buckets that it is cut into. */
export type Buckets = { span: Span; buckets: readonly Bucket[] }

type Placed = SalesTotals & { bucket: number }

/** One for each bucket in which something was sold or cancelled; buckets count from 1. */
export async function listSalesByBucket(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<Placed[]> {
  const { rows } = await tx.execute<Placed>(sql`
    select ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
    from ${salesIn(scope.companyId, span)} group by bucket`)
  return rows
}

export type ChannelSales = Placed & Pick<ChannelReportRow, 'channelId' | 'channelName' | 'channelType'>

/** The same for each channel, and for orders whose channel is not known. */
export async function listSalesByChannel(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<ChannelSales[]> {
  const { rows } = await tx.execute<ChannelSales>(sql`
    select sold.*, c.name as "channelName", c.type as "channelType" from (
      select s.channel_id as "channelId", ${bucketOf(sql`s.at`, buckets)} as bucket, ${totalsFields(scope.currency)}
      from ${salesIn(scope.companyId, span)} group by s.channel_id, bucket
    ) as sold left join channels c on c.company_id = ${scope.companyId} and c.id = sold."channelId"`)
  return rows
}

/** In which bucket a moment of the span lies. */
export const bucketOf = (moment: SQL, buckets: readonly Bucket[]): SQL =>
  sql`width_bucket(${moment}, ${sql.param(buckets.map(({ from }) => from.toISOString()))}::timestamptz[])`
