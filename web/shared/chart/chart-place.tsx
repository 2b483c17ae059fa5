import { Spinner } from '#web/ui/spinner.tsx'

/** As high as the chart that it stands in for. */
export function ChartPlaceholder() {
  return (
    <div className="flex h-56 items-center justify-center">
      <Spinner />
    </div>
  )
}
