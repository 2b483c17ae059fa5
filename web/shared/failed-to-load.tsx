import { sentenceOf } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type FailedToLoadProps = { what: string; error: unknown; onRetry: () => void; isRetrying?: boolean }

/** Stands in the place of what could not be loaded. */
export function FailedToLoad({ what, error, onRetry, isRetrying = false }: FailedToLoadProps) {
  return (
    <Alert
      tone="danger"
      title={`${what} couldn’t be loaded`}
      action={
        <Button size="small" isPending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentenceOf(error)}
    </Alert>
  )
}
