/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by hand are no table to a browser; the roles make them one to a screen reader */
import { sheetColumns, sheetLabels } from '#contract/sheet.ts'
import { columnsLook, headerHeight, headingLook, widthLook } from './grid-look.ts'

export function GridHeading() {
  return (
    <div role="rowgroup" className={`sticky top-0 z-10 ${widthLook}`}>
      <div role="row" aria-rowindex={1} className={columnsLook} style={{ height: headerHeight }}>
        {sheetColumns.map((column, index) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={index + 1}
            className={headingLook({ isFirst: index === 0, isNumber: column === 'price' || column === 'quantity' })}
          >
            {sheetLabels[column]}
          </div>
        ))}
        <div role="columnheader" aria-colindex={sheetColumns.length + 1} className={headingLook()}>
          Status
        </div>
      </div>
    </div>
  )
}
