import { sql, type SQL } from 'drizzle-orm'

/**
 * The listing `l` by which the SKU `s` takes part: the one of its home, or of the first account and marketplace that
 * list it. A listing that is gone from Amazon has no values and takes no part.
 */
export const participatingListing = (companyId: string): SQL => sql`
  select l.* from amazon_listings l
  join amazon_integrations a on a.company_id = l.company_id and a.id = l.integration_id and a.disconnected_at is null
  where l.company_id = ${companyId} and l.sku_id = s.id and l.amazon <> '{}' and l.marketplace_id = any(a.marketplace_ids)
    and (not ${hasHome(companyId)}
      or (l.integration_id, l.marketplace_id) = (s.amazon_integration_id, s.amazon_marketplace_id))
  order by a.created_at, a.id, array_position(a.marketplace_ids, l.marketplace_id) limit 1`

/** Whether the stock of the SKU `s` is counted at Amazon, by an account that still sells there. */
const hasHome = (companyId: string): SQL => sql`exists (
  select from amazon_integrations home
  where home.company_id = ${companyId} and home.id = s.amazon_integration_id and home.disconnected_at is null
    and s.amazon_marketplace_id = any(home.marketplace_ids))`
