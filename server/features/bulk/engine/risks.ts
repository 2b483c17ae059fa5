import { sql, type SQL } from 'drizzle-orm'
import { listRisks, riskLimits, type RiskReason, riskTexts, type RiskyChange } from '#contract/risky-values.ts'
import type { Tx } from '#server/platform/db/client.ts'

const { cut, factor, units } = riskLimits

/** `riskOf` of the contract in SQL, for the rows of `planned`. At most one reason per field applies. */
const riskConditions: Record<RiskReason, SQL> = {
  zeroPrice: sql`price_to = 0 and price_to is distinct from price_from`,
  priceToTenth: sql`price_to > 0 and price_to * ${factor}::numeric <= price_from`,
  priceCut: sql`price_to * ${factor}::numeric > price_from and price_to < price_from * (1 - ${cut}::numeric)`,
  priceTenfold: sql`price_from > 0 and price_to >= price_from * ${factor}::numeric`,
  quantityTenfold: sql`quantity_from > 0 and quantity_to >= ${units}::int and quantity_to >= quantity_from * ${factor}::bigint`,
}

/** The reasons as sentences, for the rows of a preview. */
export const riskWarnings: { says: string; when: SQL }[] = Object.entries(riskConditions).map(([reason, when]) => ({
  says: riskTexts[reason as RiskReason],
  when,
}))

type PlannedValues = {
  sku: string
  priceFrom: number | null
  priceTo: number | null
  quantityFrom: number | null
  quantityTo: number | null
}

/** The risky changes of the plan, in the order of its rows. */
export async function listRisksOfPlan(tx: Tx): Promise<RiskyChange[]> {
  const anyRisk = sql.join(
    Object.values(riskConditions).map((when) => sql`coalesce(${when}, false)`),
    sql` or `,
  )
  const { rows } = await tx.execute<PlannedValues>(sql`
    select sku_to as sku, price_from::float8 as "priceFrom", price_to::float8 as "priceTo",
      quantity_from as "quantityFrom", quantity_to as "quantityTo"
    from planned where not is_stale and (${anyRisk}) order by row_number`)
  return listRisks(
    rows.flatMap(({ sku, priceFrom, priceTo, quantityFrom, quantityTo }) => [
      { sku, field: 'price' as const, from: priceFrom, to: priceTo },
      { sku, field: 'quantity' as const, from: quantityFrom, to: quantityTo },
    ]),
  )
}
