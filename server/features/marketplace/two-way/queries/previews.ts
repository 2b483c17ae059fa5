import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Ends previews and bare imports that are under way; whoever makes them stops at their next step. */
export async function endRunningPreviews(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update marketplace_sync_runs set status = 'failed', error = 'A sync has taken its place.', checkpoint = null,
      finished_at = ${at.toISOString()}, updated_at = ${at.toISOString()}
    where company_id = ${companyId} and kind = 'two_way' and status = 'running' and (mode = 'dry_run' or exists (
      select from amazon_integrations a
      where a.company_id = ${companyId} and a.id = integration_id and a.sends_since is null
    ))`)
}
