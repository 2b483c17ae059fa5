export type Subscription = { url: string; verifyToken: string }

/** A webhook on its way; what nobody takes is brought again, later each time. */
export type Delivery = { body: string; dueAt: string; tries: number; answered: number | null }
