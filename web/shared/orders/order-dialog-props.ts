import type { OrderSubject } from './order-subject.ts'

export type OrderDialogProps = { order: OrderSubject; onClose: () => void }
