import { z } from 'zod'
import { languageOf } from './language.ts'

/** What a listing says, attribute by attribute; an attribute has several instances, told apart by marketplace, language and more. */
export type Attributes = Readonly<Record<string, unknown>> | null

const Place = z.object({ marketplace_id: z.string().nullish() })
const Text = z.object({ value: z.string(), language_tag: z.string().nullish() })

/** Those that hold in the marketplace and are as we know them; one that names no marketplace holds in all. */
export function instancesOf<Schema extends z.ZodType>(
  attributes: Attributes,
  name: string,
  marketplaceId: string,
  schema: Schema,
): z.output<Schema>[] {
  const given = attributes?.[name]
  if (!Array.isArray(given)) return []
  return given.flatMap((instance: unknown) => {
    const place = Place.safeParse(instance)
    if (!place.success || (place.data.marketplace_id ?? marketplaceId) !== marketplaceId) return []
    const read = schema.safeParse(instance)
    return read.success ? [read.data] : []
  })
}

/** In the marketplace's own language where it is said in that, else in the first it is said in. */
export function textsOf(attributes: Attributes, name: string, marketplaceId: string): string[] {
  const said = instancesOf(attributes, name, marketplaceId, Text)
  const own = languageOf(marketplaceId)
  const isSaidInOwn = said.some((one) => one.language_tag === own)
  const language = isSaidInOwn ? own : said[0]?.language_tag
  return said
    .filter((one) => one.language_tag === language)
    .map(({ value }) => value.trim())
    .filter((value) => value !== '')
}
