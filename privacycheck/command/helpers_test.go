package command

import (
	"regexp"
	"strconv"
)

// summaryLine is the verdict of the text report when there are findings.
var summaryLine = regexp.MustCompile(`(?m)^privacy_check \w+: (\d+) findings?( \(|$)`)

// findings reads the number of findings from a text report.
func findings(report string) int {
	m := summaryLine.FindStringSubmatch(report)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
