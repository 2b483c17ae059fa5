import BellRing from 'lucide-react/icons/bell-ring'
import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'

/** To what the customer and the company were told of the order. */
export function MessagesLink({ orderId }: { orderId: string }) {
  return (
    <Link href={`/notifications?order=${orderId}`} className={buttonVariants({ size: 'small' })}>
      <BellRing aria-hidden />
      Messages
    </Link>
  )
}
