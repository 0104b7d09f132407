package command

func corpusCases() ([]labelled, error) { return nil, nil }
