/** An order in the words of our own webhook, as a program writes it. */
export const orderSample = `{
  externalOrderId: '1042',
  placedAt: '2026-09-20T10:14:58Z',
  currency: 'USD',
  customer: {
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Ruiz',
    phone: '+12065550100',
  },
  shippingAddress: {
    line1: '1 Main St',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  shippingSpeed: 'standard',
  items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }],
  shippingAmount: '5.00',
  taxAmount: '3.10',
  total: '46.10',
}`
