import RefreshCw from 'lucide-react/icons/refresh-cw'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'

type RefreshOrdersProps = {
  /** Milliseconds; 0 before the first answer. */
  updatedAt: number
  isPending: boolean
  onRefresh: () => void
}

export function RefreshOrders({ updatedAt, isPending, onRefresh }: RefreshOrdersProps) {
  return (
    <>
      <p className="order-last min-h-5 w-full self-center text-sm text-muted md:order-none md:mr-1 md:w-auto">
        {updatedAt > 0 && (
          <>
            Updated <RelativeTime moment={new Date(updatedAt).toISOString()} />
          </>
        )}
      </p>
      <Button isPending={isPending} onClick={onRefresh}>
        <RefreshCw aria-hidden />
        Refresh
      </Button>
    </>
  )
}
