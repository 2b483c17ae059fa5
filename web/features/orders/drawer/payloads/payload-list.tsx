import { LoadError } from '#web/shared/failed-to-load.tsx'
import { usePayloads } from '#web/shared/orders/api.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { PayloadItem } from './payload-item.tsx'

export function PayloadList({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = usePayloads(orderId)
  if (error) {
    return <LoadError what="The payloads" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner />
  return (
    <ul aria-label="Payloads" className="mt-2 grid gap-4">
      {data.map((payload) => (
        <PayloadItem key={payload.id} payload={payload} />
      ))}
    </ul>
  )
}
