import { z } from 'zod'

/** Attributes of a listing. Each has several instances, which differ in marketplace, language and other selectors. */
export type Attributes = Readonly<Record<string, unknown>> | null

const Place = z.object({ marketplace_id: z.string().nullish() })

const Text = z.object({ value: z.string(), language_tag: z.string().nullish() })

/** Instances of the marketplace that match the schema. An instance without a marketplace counts everywhere. */
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

/** Texts in the marketplace's own language, or in the first language that is present. */
export function textsOf(attributes: Attributes, name: string, marketplaceId: string): string[] {
  const texts = instancesOf(attributes, name, marketplaceId, Text)
  const own = languageOf(marketplaceId)
  const hasOwnLanguage = texts.some((one) => one.language_tag === own)
  const language = hasOwnLanguage ? own : texts[0]?.language_tag
  return texts
    .filter((one) => one.language_tag === language)
    .map(({ value }) => value.trim())
    .filter((value) => value !== '')
}

/** Main language of each marketplace, as Amazon's `language_tag`. */
const languages: Readonly<Record<string, string>> = {
  ATVPDKIKX0DER: 'en_US',
  A2EUQ1WTGCTBG2: 'en_CA',
  A1AM78C64UM0Y8: 'es_MX',
  A2Q3Y263D00KWC: 'pt_BR',
  A1PA6795UKMFR9: 'de_DE',
  A1RKKUPIHCS9HS: 'es_ES',
  A13V1IB3VIYZZH: 'fr_FR',
  A1F83G8C2ARO7P: 'en_GB',
  APJ6JRA9NG5V4: 'it_IT',
  A1VC38T7YXB528: 'ja_JP',
  A39IBJ37TRP1C6: 'en_AU',
  A21TJRUUN4KGV: 'en_IN',
}

/** Undefined for other marketplaces: Amazon then uses its default. */
export const languageOf = (marketplaceId: string): string | undefined => languages[marketplaceId]
