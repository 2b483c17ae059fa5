import { errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type LoadErrorProps = { what: string; error: unknown; onRetry: () => void; isRetrying?: boolean }

/** Stands in the place of what could not be loaded. */
export function LoadError({ what, error, onRetry, isRetrying = false }: LoadErrorProps) {
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
      {errorMessage(error)}
    </Alert>
  )
}
