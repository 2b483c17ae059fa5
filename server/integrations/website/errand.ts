/** What is to become of an order in a shop: send it, stop sending it, note that the shop sent it, or leave it be and why. */
export type Errand = { kind: 'send' } | { kind: 'stop' } | { kind: 'shipped' } | { kind: 'leave'; why: string }

export const send: Errand = { kind: 'send' }
export const stop: Errand = { kind: 'stop' }
export const shipped: Errand = { kind: 'shipped' }
export const leave = (why: string): Errand => ({ kind: 'leave', why })
