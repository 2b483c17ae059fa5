import { sql, type SQL } from 'drizzle-orm'
import { amazonOverwrites } from '#contract/sheet.ts'

/** Changes that are allowed and yet look like a slip. */
const warnings: { says: string; when: SQL }[] = [
  { says: 'The price is cut to half or less.', when: sql`price_to > 0 and price_to * 2 <= price_from` },
  { says: 'The price is doubled or more.', when: sql`price_from > 0 and price_to >= price_from * 2` },
  { says: 'The price is 0.', when: sql`price_to = 0 and price_to is distinct from price_from` },
  { says: 'The quantity goes down to 0.', when: sql`quantity_from > 0 and quantity_to = 0` },
  {
    says: 'The quantity is ten times what it was, or more.',
    when: sql`quantity_from > 0 and quantity_to >= quantity_from * 10`,
  },
  { says: 'Another ASIN takes the place of the present one.', when: sql`asin_from <> asin_to` },
  {
    says: amazonOverwrites,
    when: sql`is_held_by_amazon and quantity_from <> quantity_to`,
  },
]

/** The sentences that hold for a row of `planned`, as an array. */
export const planWarnings: SQL = sql`array_remove(array[${sql.join(
  warnings.map(({ says, when }) => sql`case when ${when} then ${says} end`),
  sql`, `,
)}], null)`
