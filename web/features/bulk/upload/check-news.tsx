import type { UploadPreview } from '#contract/bulk.ts'
import { formatCount } from '#web/lib/figures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { hasNothingToApply, nothingToApply } from './upload-steps.ts'

type CheckSummaryProps = { preview: UploadPreview; isHeld: boolean }

/** What the check found and what pressing the button will do. */
export function CheckSummary({ preview, isHeld }: CheckSummaryProps) {
  const { created, updated, unchanged, failed, warned } = preview
  const leftOut =
    failed > 0 ? ` ${formatCount(failed, 'row')} with errors ${failed === 1 ? 'is' : 'are'} left out.` : ''

  if (hasNothingToApply(preview)) {
    return (
      <Alert tone="danger" title={nothingToApply}>
        Mend the rows listed below in your file and choose it again. Nothing was written.
      </Alert>
    )
  }
  if (created + updated === 0) {
    return (
      <Alert tone="info" title="Nothing would change">
        {formatCount(unchanged, 'row')} of the file {unchanged === 1 ? 'says' : 'say'} what is stored already.{leftOut}
      </Alert>
    )
  }
  if (isHeld) {
    return (
      <Alert tone="warning" title={`Stopped: ${formatCount(warned, 'row')} to look at`}>
        They stand first in the list below. Nothing is written yet; press Upload &amp; Process again to apply{' '}
        {formatCount(created + updated, 'row')}.{leftOut}
      </Alert>
    )
  }
  return (
    <Alert tone={warned > 0 ? 'warning' : 'info'} title="Nothing is written yet">
      Upload &amp; Process applies {formatCount(created + updated, 'row')}.{leftOut}
      {warned > 0 && ` Look at the ${formatCount(warned, 'row')} at the top of the list first.`}
    </Alert>
  )
}
