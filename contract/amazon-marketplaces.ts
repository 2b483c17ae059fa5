import { t } from './i18n.ts'
import type { Region } from './marketplace-values.ts'

/** An Amazon marketplace. `unavailable` is why it cannot be connected, `alone` why it cannot be connected with others. */
export type AmazonMarketplace = {
  id: string
  country: string
  countryCode: string
  region: Region
  currency: string
  unavailable?: string
  alone?: string
}

/** In the order of the screens; `region` is the label for grouping, not the API endpoint. */
export const amazonMarketplaces: readonly AmazonMarketplace[] = [
  { id: 'ATVPDKIKX0DER', country: t('United States'), countryCode: 'US', region: 'us', currency: 'USD' },
  { id: 'A2EUQ1WTGCTBG2', country: t('Canada'), countryCode: 'CA', region: 'us', currency: 'CAD' },
  { id: 'A1AM78C64UM0Y8', country: t('Mexico'), countryCode: 'MX', region: 'us', currency: 'MXN' },
  { id: 'A2Q3Y263D00KWC', country: t('Brazil'), countryCode: 'BR', region: 'us', currency: 'BRL' },
  { id: 'A1PA6795UKMFR9', country: t('Germany'), countryCode: 'DE', region: 'eu', currency: 'EUR' },
  { id: 'A1RKKUPIHCS9HS', country: t('Spain'), countryCode: 'ES', region: 'eu', currency: 'EUR' },
  { id: 'A13V1IB3VIYZZH', country: t('France'), countryCode: 'FR', region: 'eu', currency: 'EUR' },
  { id: 'A1F83G8C2ARO7P', country: t('United Kingdom'), countryCode: 'GB', region: 'eu', currency: 'GBP' },
  { id: 'APJ6JRA9NG5V4', country: t('Italy'), countryCode: 'IT', region: 'eu', currency: 'EUR' },
  { id: 'A1VC38T7YXB528', country: t('Japan'), countryCode: 'JP', region: 'fe', currency: 'JPY' },
  {
    id: 'AAHKV2X7AFYLW',
    country: t('China'),
    countryCode: 'CN',
    region: 'fe',
    currency: 'CNY',
    unavailable: t('Amazon doesn’t offer API access to its China marketplace.'),
  },
  { id: 'A39IBJ37TRP1C6', country: t('Australia'), countryCode: 'AU', region: 'fe', currency: 'AUD' },
  {
    id: 'A21TJRUUN4KGV',
    country: t('India'),
    countryCode: 'IN',
    region: 'fe',
    currency: 'INR',
    alone: t('Amazon authorizes India separately. Connect it as its own account.'),
  },
]

export const marketplacesOf = (region: Region) => amazonMarketplaces.filter((one) => one.region === region)

/** The country of a marketplace; an unknown id is returned as it is. */
export function marketplaceName(id: string | null | undefined): string {
  if (!id) return t('Unknown')
  return amazonMarketplaces.find((one) => one.id === id)?.country ?? id
}

/** The currency of a marketplace's prices; null for an unknown marketplace. */
export const currencyAt = (marketplaceId: string): string | null =>
  amazonMarketplaces.find(({ id }) => id === marketplaceId)?.currency ?? null
