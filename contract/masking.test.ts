import { expect, it } from 'vitest'
import { maskUrl } from './masking.ts'

it.each([
  ['https://shop.example.com/in', 'https://shop.example.com/in'],
  ['https://shop.example.com', 'https://shop.example.com/'],
  ['http://localhost:8080/api/v2/order-updates.php', 'http://localhost:8080/api/v2/order-updates.php'],
  [
    'https://shop.example.com/admin/api/2024-10/orderUpdates',
    'https://shop.example.com/admin/api/2024-10/orderUpdates',
  ],
  ['https://ana:secret@shop.example.com/in', 'https://shop.example.com/in'],
  ['https://shop.example.com/in?token=abc&v=2#key', 'https://shop.example.com/in?token=••••&v=••••'],
  ['https://shop.example.com/in?5f3a9c1e', 'https://shop.example.com/in?••••'],
  ['https://shop.example.com/in?wc-api&key=', 'https://shop.example.com/in?wc-api&key'],
  [
    'https://hooks.slack.example/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://hooks.slack.example/services/••••/••••/••••',
  ],
  ['https://hooks.zapier.example/hooks/catch/1234567/bx7k2q/', 'https://hooks.zapier.example/hooks/catch/••••/••••/'],
  ['https://a.example/0199a1b2-0000-7000-8000-000000000001', 'https://a.example/••••'],
  ['https://a.example/a1b2-c3d4-e5f6-a7b8', 'https://a.example/••••'],
  ['https://a.example/aBcDeFgHiJ', 'https://a.example/••••'],
  ['https://a.example/%E2%82%AC/%zz', 'https://a.example/••••/••••'],
  ['Commerce account 42', '••••'],
  ['javascript:alert(1)', '••••'],
])('%s is shown as %s', (address, shown) => {
  expect(maskUrl(address)).toBe(shown)
})
