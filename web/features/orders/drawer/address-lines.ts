import type { OrderDetail } from '#contract/orders.ts'
import { countryName } from '#web/shared/orders/country-name.ts'

type Address = NonNullable<OrderDetail['shippingAddress']>

/** As it stands on a parcel; what is not known is left out. */
export function addressLines({ recipientName, line1, line2, city, state, postalCode, country }: Address): string[] {
  const region = [state, postalCode].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  return [recipientName, line1, line2, place, country && (countryName(country) ?? country)].filter(
    (line): line is string => Boolean(line),
  )
}
