//go:build !purego

#include "textflag.h"

DATA letters<>+0(SB)/4, $0x20202020
DATA letters<>+4(SB)/4, $0x61616161
DATA letters<>+8(SB)/4, $0x73737373
DATA letters<>+12(SB)/4, $0x2f2f2f2f
DATA letters<>+16(SB)/4, $0x3d3d3d3d
DATA letters<>+20(SB)/4, $0x30303030
DATA letters<>+24(SB)/4, $0x09090909
DATA letters<>+28(SB)/4, $0x0f0f0f0f
GLOBL letters<>(SB), RODATA|NOPTR, $32

#define BLANK letters<>+0(SB)
#define LETTER_A letters<>+4(SB)
#define LETTER_S letters<>+8(SB)
#define SLASH letters<>+12(SB)
#define EQUAL letters<>+16(SB)
#define ZERO letters<>+20(SB)
#define NINE letters<>+24(SB)
#define LOW letters<>+28(SB)

// A bit for each upper half of an ASCII byte, and none for those of the others.
DATA uppers<>+0(SB)/8, $0x8040201008040201
DATA uppers<>+8(SB)/8, $0
GLOBL uppers<>(SB), RODATA|NOPTR, $16

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

// func asAVX2(p *byte) (as, blanks, joins uint64)
TEXT ·asAVX2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	VPBROADCASTD BLANK, Y0
	VPBROADCASTD LETTER_A, Y1
	VPBROADCASTD LETTER_S, Y2
	VPBROADCASTD SLASH, Y7
	VPBROADCASTD EQUAL, Y8
	AS(0, AX, BX)
	AS(32, CX, DX)
	VPCMPEQB 35(SI), Y7, Y7
	VPCMPEQB 35(SI), Y8, Y8
	VPOR Y7, Y8, Y8
	VPMOVMSKB Y8, R8
	SHLQ $32, CX
	SHLQ $32, DX
	ORQ CX, AX
	ORQ DX, BX
	MOVQ AX, as+8(FP)
	MOVQ BX, blanks+16(FP)
	MOVQ R8, joins+24(FP)
	VZEROUPPER
	RET

// TOKEN sets three registers to masks of 32 bytes.
#define TOKEN(at, PARTS, DIGITS, EQUALS) \
	VMOVDQU at(SI), Y0; \
	VPSRLW $4, Y0, Y5; \
	VPAND Y3, Y5, Y5; \
	VPSHUFB Y0, Y1, Y4; \
	VPSHUFB Y5, Y2, Y5; \
	VPAND Y5, Y4, Y4; \
	VPCMPEQB Y6, Y4, Y4; \
	VPMOVMSKB Y4, PARTS; \
	VPSUBB Y7, Y0, Y4; \
	VPMINUB Y8, Y4, Y5; \
	VPCMPEQB Y4, Y5, Y5; \
	VPMOVMSKB Y5, DIGITS; \
	VPCMPEQB Y9, Y0, Y0; \
	VPMOVMSKB Y0, EQUALS

// func tokenAVX2(p *byte, s *byteset.Set) (parts, digits, equals uint64)
TEXT ·tokenAVX2(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), SI
	MOVQ s+8(FP), DX
	VBROADCASTI128 (DX), Y1
	VBROADCASTI128 uppers<>(SB), Y2
	VPBROADCASTD LOW, Y3
	VPXOR Y6, Y6, Y6
	VPBROADCASTD ZERO, Y7
	VPBROADCASTD NINE, Y8
	VPBROADCASTD EQUAL, Y9
	TOKEN(0, AX, BX, CX)
	TOKEN(32, R8, R9, R10)
	SHLQ $32, R8
	SHLQ $32, R9
	SHLQ $32, R10
	ORQ R8, AX
	ORQ R9, BX
	ORQ R10, CX
	MOVQ AX, parts+16(FP)
	MOVQ BX, digits+24(FP)
	MOVQ CX, equals+32(FP)
	VZEROUPPER
	RET
