//go:build !purego

#include "textflag.h"

DATA letters<>+0(SB)/4, $0x20202020
DATA letters<>+4(SB)/4, $0x61616161
DATA letters<>+8(SB)/4, $0x73737373
GLOBL letters<>(SB), RODATA|NOPTR, $12

// AS sets AS to where " as " begins in 32 bytes, BLANKS to the blanks three behind.
#define AS(at, AS, BLANKS) \
	VPCMPEQB at(SI), Y0, Y3; \
	VPCMPEQB at+1(SI), Y1, Y4; \
	VPCMPEQB at+2(SI), Y2, Y5; \
	VPCMPEQB at+3(SI), Y0, Y6; \
	VPAND Y4, Y3, Y3; \
	VPAND Y6, Y5, Y5; \
	VPAND Y5, Y3, Y3; \
	VPMOVMSKB Y3, AS; \
	VPMOVMSKB Y6, BLANKS

// func asAVX2(p *byte) (as, blanks uint64)
TEXT ·asAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	VPBROADCASTD letters<>+0(SB), Y0
	VPBROADCASTD letters<>+4(SB), Y1
	VPBROADCASTD letters<>+8(SB), Y2
	AS(0, AX, BX)
	AS(32, CX, DX)
	SHLQ $32, CX
	SHLQ $32, DX
	ORQ CX, AX
	ORQ DX, BX
	MOVQ AX, as+8(FP)
	MOVQ BX, blanks+16(FP)
	VZEROUPPER
	RET
