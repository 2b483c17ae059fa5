import { expect, it } from 'vitest'
import { toDisplayName } from './mail-sender.ts'

it.each([
  ['Harbor & Pine', 'Harbor & Pine'],
  ['Café "Nørd", Goods', 'Café "Nørd", Goods'],
  ['service@paypal.example', null],
  ['PayPal <service@paypal.example>', 'PayPal'],
  ['PayPal service＠paypal.example', 'PayPal'],
  ['Pine\r\nBcc: everyone@example.com', 'Pine Bcc:'],
  ['Pine \u202Emoc.elgoog', 'Pine moc.elgoog'],
  [' \u200B ', null],
  [null, null],
])('the display name of %j is %j', (name, shown) => expect(toDisplayName(name)).toBe(shown))
