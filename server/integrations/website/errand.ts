/** What is to become of an order in a shop: send it, stop sending it, note that the shop sent it, or leave it be and why. */
export type OrderInstruction =
  | { kind: 'send' }
  | { kind: 'stop' }
  | { kind: 'shipped' }
  | { kind: 'leave'; why: string }

export const send: OrderInstruction = { kind: 'send' }
export const stop: OrderInstruction = { kind: 'stop' }
export const shipped: OrderInstruction = { kind: 'shipped' }
export const ignore = (why: string): OrderInstruction => ({ kind: 'leave', why })
