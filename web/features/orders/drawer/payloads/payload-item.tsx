import type { Payload } from '#contract/orders.ts'
import { formatPayload } from '#web/shared/format-payload.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

export function PayloadItem({ payload: { eventType, receivedAt, text } }: { payload: Payload }) {
  const name = eventType ?? 'Message'
  return (
    <li className="min-w-0 overflow-hidden rounded-lg border">
      <div className="flex items-center justify-between gap-2 border-b bg-sunken pl-3 text-sm">
        <span className="min-w-0 py-1.5 wrap-anywhere">
          <span className="font-mono">{name}</span>{' '}
          <span className="text-muted">
            <RelativeTime moment={receivedAt} />
          </span>
        </span>
        <CopyButton text={text} label={`Copy ${name}`} />
      </div>
      <pre className="p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{formatPayload(text)}</pre>
    </li>
  )
}
